/// The CPU limits of this process's control groups (cgroups(7), version 2).
enum ControlGroup {
    /// The CPU quota in cores, rounded up; `nil` if there is no limit or it cannot be read.
    static var grantedCores: Int? {
        guard let membership = SystemText("/proc/self/cgroup"), let path = path(in: membership.text) else { return nil }
        // A limit also applies to all descendant groups.
        return folders(to: path).compactMap { SystemText("/sys/fs/cgroup\($0)/cpu.max").flatMap { cores($0.text) } }
            .min()
    }

    /// The version 2 group in the text of `/proc/self/cgroup`, e.g. `0::/system.slice/fingerpost.service`.
    static func path(in membership: String) -> String? {
        membership.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) }
    }

    /// A group and all its ancestors, innermost first; the root is the empty string.
    static func folders(to path: String) -> [String] {
        let names = path.split(separator: "/")
        return (0...names.count).reversed().map { names.prefix($0).map { "/\($0)" }.joined() }
    }

    /// The quota of a `cpu.max` file in cores, rounded up: `150000 100000` is two. `nil` for `max` and for invalid text.
    static func cores(_ limit: String) -> Int? {
        let numbers = limit.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { Int($0) }
        guard numbers.count == 2, let time = numbers[0], let period = numbers[1], time > 0, period > 0 else {
            return nil
        }
        return max(1, time / period + (time % period == 0 ? 0 : 1))
    }
}
