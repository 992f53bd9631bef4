import Glibc
import Testing

@testable import Threads

@Suite struct ProcessorsTests {
    @Test("cores that a thread may not run on are not counted")
    func affinity() {
        #expect(Processors.count >= 1 && Processors.count <= sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        #expect(Processors.allowed(in: "Name:\tx\nCpus_allowed:\tff,80000001\nCpus_allowed_list:\t0,31-39\n") == 10)
        #expect(
            Processors.allowed(in: "Name:\tCpus_allowed:\n") == nil
                && Processors.allowed(in: "\nCpus_allowed:\t0\n") == nil)
    }

    @Test(
        "a granted time is cores, rounded up",
        arguments: [
            ("150000 100000\n", 2), ("100000 100000\n", 1), ("50000 100000\n", 1), ("400000 50000", 8),
            ("max 100000\n", nil),
            ("", nil), ("0 0", nil), ("100000", nil), ("-1 100000", nil),
        ])
    func granted(limit: String, cores: Int?) { #expect(ControlGroup.cores(limit) == cores) }

    @Test("a limit is looked for in the group and in all that it is in")
    func folders() {
        let path = ControlGroup.path(in: "1:name=systemd:/old\n0::/system.slice/fingerpost.service\n")
        #expect(path == "/system.slice/fingerpost.service")
        #expect(ControlGroup.folders(to: path ?? "") == ["/system.slice/fingerpost.service", "/system.slice", ""])
        #expect(ControlGroup.folders(to: "/") == [""])
        #expect(ControlGroup.path(in: "9:cpu:/\n8:pids:/\n") == nil)
    }
}
