import Glibc

/// This machine's name, as the system has it (`gethostname`).
public enum HostName {
    /// The name as it is now; `unknown` where the system does not tell.
    public static func current(or unknown: String) -> String {
        var name = [CChar](repeating: 0, count: 256)
        // Safe: the system writes no more than it is told, and the last byte stays 0.
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return unknown }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
