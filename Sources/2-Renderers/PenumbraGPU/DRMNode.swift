import Glibc
import PenumbraSystem

/// Reads the kernel's file systems for information about graphics devices.
enum DRMNode {
    /// Lists the render nodes below /dev/dri, sorted.
    static func renderNodes(directory: String = "/dev/dri") -> [String] {
        (fileNames(in: directory) ?? []).filter { $0.hasPrefix("renderD") }.map { directory + "/" + $0 }
    }

    /// Returns true if a folder of device nodes has one that a GPU's driver may have made.
    ///
    /// These are render nodes, NVIDIA's own nodes, WSL's `dxg`, and the nodes of ARM vendors. A software GL needs none.
    static func showsHardware(in folder: String = "/dev") -> Bool {
        let vendors = ["nvidia", "dxg", "mali", "kgsl-3d", "pvr"]
        return !renderNodes(directory: folder + "/dri").isEmpty
            || (fileNames(in: folder) ?? []).contains { name in vendors.contains { name.hasPrefix($0) } }
    }

    /// Returns the PCI address of a node, read from its device link in /sys/class/drm; nil for devices on no PCI bus.
    static func pciAddress(of node: String) -> String? {
        guard let name = node.pathParts.last else { return nil }
        guard let resolved = realpath("/sys/class/drm/\(name)/device", nil) else { return nil }
        defer { free(resolved) }
        guard let last = String(cString: resolved).pathParts.last else { return nil }
        // The form is dddd:bb:dd.f.
        return last.split(separator: ":").count == 3 && last.contains(".") ? String(last) : nil
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
    static func canUse(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }
}
