// SPDX-License-Identifier: Apache-2.0
// engine - the command openshfl in a page: text in, text out, by the same C.
//
//     const engine = await load(await unpack(text));           // text: the module, as assemble.py packs it
//     const { status, out, err } = await engine.run(["explain", "--json", "SHFL.UP P1, R2, R1, 1, 0"]);
//
// run(args, stdin = "") is `openshfl args...` in a shell: status 0 done, 2 bad input; out is standard output, err standard
// error, "openshfl: " and one line if the input is bad. Each call has its own instance, so no state is kept from one to the
// next, and calls may overlap. There are no files: `--svg -` prints the picture, and `run -` reads stdin.

const BAD_FD = 8, NO_CALL = 52; // WASI's EBADF and ENOSYS

class Exit {
    constructor(status) { this.status = status; }
}

// The WASI calls of the command. Any other returns ENOSYS.
function system(args, stdin, written, memory) {
    const encode = (text) => new TextEncoder().encode(text + "\0");
    const view = () => new DataView(memory().buffer);
    const argv = args.map(encode);
    let input = new TextEncoder().encode(stdin);

    // each buffer of a list of them, as bytes
    const buffers = (at, count) => Array.from({ length: count }, (_, i) =>
        new Uint8Array(memory().buffer, view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)));

    return {
        args_sizes_get(count, size) {
            view().setUint32(count, argv.length, true);
            view().setUint32(size, argv.reduce((sum, arg) => sum + arg.length, 0), true);
            return 0;
        },
        args_get(pointers, bytes) {
            argv.forEach((arg, i) => {
                view().setUint32(pointers + 4 * i, bytes, true);
                new Uint8Array(memory().buffer).set(arg, bytes);
                bytes += arg.length;
            });
            return 0;
        },
        environ_sizes_get(count, size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return 0;
        },
        environ_get: () => 0,
        fd_prestat_get: () => BAD_FD, // no folder is open
        fd_close: () => 0,
        fd_fdstat_get(fd, at) {
            new Uint8Array(memory().buffer, at, 24).fill(0);
            view().setUint8(at, 4); // a file, so that output comes in large pieces
            view().setBigUint64(at + 8, ~0n, true);
            return fd <= 2 ? 0 : BAD_FD;
        },
        fd_read(fd, list, count, size) {
            let sum = 0;
            for (const into of buffers(list, count)) {
                const part = input.subarray(0, into.length);
                into.set(part);
                input = input.subarray(part.length);
                sum += part.length;
            }
            view().setUint32(size, sum, true);
            return fd === 0 ? 0 : BAD_FD;
        },
        fd_write(fd, list, count, size) {
            if (fd !== 1 && fd !== 2)
                return BAD_FD;
            const parts = buffers(list, count);
            parts.forEach((part) => written[fd].push(part.slice()));
            view().setUint32(size, parts.reduce((sum, part) => sum + part.length, 0), true);
            return 0;
        },
        proc_exit(status) { throw new Exit(status); },
    };
}

function joined(parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

export async function unpack(text) {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export async function load(bytes) {
    const module = await WebAssembly.compile(bytes);
    const names = WebAssembly.Module.imports(module).map((each) => each.name);
    const absent = Object.fromEntries(names.map((name) => [name, () => NO_CALL]));

    async function run(args, stdin = "") {
        const written = { 1: [], 2: [] };
        const calls = { ...absent, ...system(["openshfl", ...args], stdin, written, () => instance.exports.memory) };
        const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls });
        let status = 0;

        try {
            instance.exports._start();
        } catch (exit) {
            if (!(exit instanceof Exit))
                throw exit;
            status = exit.status;
        }
        const [out, err] = [written[1], written[2]].map((parts) => new TextDecoder().decode(joined(parts)));
        return { status, out, err };
    }
    return { run };
}
