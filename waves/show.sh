#!/bin/sh
# show.sh FOLDER NAME FORMAT - open GTKWave on a trace; without a display, say how to see it.

if [ -z "$DISPLAY$WAYLAND_DISPLAY" ]; then
    echo "No display here. \`make waves-png\` draws pictures instead; or, where there is one:"
    echo "  cd $1 && gtkwave -r gtkwaverc $2.$3 $2.gtkw"
    echo "  cd $1 && surfer --command-file $2.sucl $2.$3"
    exit 0
fi
sh tools/need.sh gtkwave || exit 2
cd "$1" && exec gtkwave -r gtkwaverc "$2.$3" "$2.gtkw"
