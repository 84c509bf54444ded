// SPDX-License-Identifier: Apache-2.0
// lessons - texts beside states of the explorer. A list that is empty has no entry in the page's navigation.
//
//     lesson     { id, title, text: [a paragraph, ...], state: "explore?say=..." }   state: an address without its #
//     exercise   { id, title, text: [a paragraph, ...], state }

export const LESSONS = [
    {
        id: "segments",
        title: "The first lane of a segment",
        text: [
            "UP reads the lane below. The first lane of the warp has none below it, and neither has the first lane of a " +
            "segment: j is out of range there, the lane keeps its own word, and Pu is 0.",
            "Look at lane 8, stage by stage. Then make the segments smaller.",
        ],
        state: "explore?say=SHFL.UP+P1,+R2,+R1,+1,+0x1800&lane=8",
    },
    {
        id: "scan",
        title: "An exclusive scan",
        text: [
            "Five times UP and add: after the step with distance d, a lane holds the sum of 2d lanes. Pu keeps the lanes " +
            "that read nothing from adding. A last UP by 1 makes the inclusive scan an exclusive one.",
        ],
        state: "programs?program=exclusive_scan&at=1",
    },
];

export const EXERCISES = [];
