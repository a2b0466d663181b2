import Glibc
import PenumbraSystem

/// What the kernel's file systems say about graphics devices.
enum DRMNode {
    /// The render nodes below /dev/dri, sorted.
    static func renderNodes(directory: String = "/dev/dri") -> [String] {
        (fileNames(in: directory) ?? []).filter { $0.hasPrefix("renderD") }.map { directory + "/" + $0 }
    }

    /// The PCI address of a node, from where its device link in /sys/class/drm leads; nil for devices on no PCI bus.
    static func pciAddress(of node: String) -> String? {
        guard let name = node.pathParts.last else { return nil }
        guard let resolved = realpath("/sys/class/drm/\(name)/device", nil) else { return nil }
        defer { free(resolved) }
        guard let last = String(cString: resolved).pathParts.last else { return nil }
        // dddd:bb:dd.f
        return last.split(separator: ":").count == 3 && last.contains(".") ? String(last) : nil
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
    static func canUse(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }
}
