import Glibc

/// The kernel's statistics about this process (proc(5)).
package struct ProcessStatistics: Sendable {
    package var cpuSeconds: Double = 0
    package var residentBytes = 0
    package var virtualBytes = 0
    package var openDescriptors = 0
    package var maximumDescriptors = 0
    /// Seconds since the epoch.
    package var startSeconds: Double = 0

    /// Reads the statistics. Costs some reads of `/proc`; values that can't be read are 0.
    package init() {
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        // After the program's name, which is in parentheses and may contain spaces.
        let status = Self.text("/proc/self/stat")
        let words = status.suffix(from: status.lastIndex(of: ")") ?? status.startIndex).split(separator: " ")
        if words.count > 22 {
            cpuSeconds = ((Double(words[12]) ?? 0) + (Double(words[13]) ?? 0)) / ticks
            startSeconds = (Double(words[20]) ?? 0) / ticks + Self.bootSeconds()
            virtualBytes = Int(words[21]) ?? 0
            residentBytes = (Int(words[22]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
        openDescriptors = Self.count("/proc/self/fd")
        var limit = rlimit()
        // Safe: the kernel writes one rlimit into a local variable that outlives the call.
        if unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            maximumDescriptors = Int(clamping: limit.rlim_cur)
        }
    }

    /// The boot time, derived from clocks, since a service may have no access to `/proc/stat` (systemd's ProcSubset=pid).
    private static func bootSeconds() -> Double { seconds(of: CLOCK_REALTIME) - seconds(of: CLOCK_BOOTTIME) }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        // Safe: the kernel writes one timespec into a local variable that outlives the call.
        _ = unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func text(_ path: String) -> String {
        // Safe: the path is read within the call only.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            // Safe: the kernel writes at most the array's size, within the call only.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }

    /// The number of entries in a directory of descriptors, without the one that is open for counting.
    private static func count(_ folder: String) -> Int {
        // Safe: the directory is closed below, and its entries are not dereferenced.
        guard let directory = unsafe opendir(folder) else { return 0 }
        defer { unsafe closedir(directory) }
        var count = -2
        while unsafe readdir(directory) != nil { count += 1 }
        return max(0, count - 1)
    }
}
