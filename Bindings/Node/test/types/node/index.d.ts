// What the declarations use of Node's, since Debian has no package of Node's own.
declare class Buffer extends Uint8Array {}
