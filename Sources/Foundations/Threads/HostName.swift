import Glibc

/// The host name of this machine (`gethostname`).
public enum HostName {
    /// The current host name, or `unknown` if the system call fails.
    public static func current(or unknown: String) -> String {
        var name = [CChar](repeating: 0, count: 256)
        // Safe: the system writes at most the given number of bytes, and the last byte stays 0.
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return unknown }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
