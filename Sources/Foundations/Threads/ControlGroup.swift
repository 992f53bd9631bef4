/// What this process's control groups grant it (cgroups(7), version 2).
enum ControlGroup {
    /// How many cores' time the process may use, rounded up; nil without a limit. Files that can't be read set none.
    static var grantedCores: Int? {
        guard let membership = SystemText("/proc/self/cgroup"), let path = path(in: membership.text) else { return nil }
        // A limit holds for all groups below it.
        return folders(to: path).compactMap { SystemText("/sys/fs/cgroup\($0)/cpu.max").flatMap { cores($0.text) } }
            .min()
    }

    /// The group of version 2 in the text of `/proc/self/cgroup`: `0::/system.slice/fingerpost.service`.
    static func path(in membership: String) -> String? {
        membership.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) }
    }

    /// A group and all that it is in, the outermost last; the outermost is empty.
    static func folders(to path: String) -> [String] {
        let names = path.split(separator: "/")
        return (0...names.count).reversed().map { names.prefix($0).map { "/\($0)" }.joined() }
    }

    /// How many cores' time a `cpu.max` grants, rounded up: `150000 100000` is two. Nil for `max` and for what is no limit.
    static func cores(_ limit: String) -> Int? {
        let numbers = limit.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { Int($0) }
        guard numbers.count == 2, let time = numbers[0], let period = numbers[1], time > 0, period > 0 else {
            return nil
        }
        return max(1, time / period + (time % period == 0 ? 0 : 1))
    }
}
