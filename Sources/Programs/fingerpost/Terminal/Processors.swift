import Glibc

enum Processors {
    /// How many cores this process may use at once.
    static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
