import ByteText
import Doctor
import Testing

import Texts

/// The output of `doctor`.
@Suite("a report of the doctor for people")
struct DoctorTextTests {
    @Test("checks are aligned, remedies follow on the next line, and lines fit the terminal")
    func layout() {
        let long =
            "reload the daemon if the rules have changed; else remove the file that the proxy serves in its place"
        let report = DoctorReport(groups: [
            .init(
                name: "example.page.link", note: "links of example",
                findings: [Finding(.ok, "DNS", "203.0.113.10"), Finding(.error, "Apple file", long, remedy: long)])
        ])
        let lines = DoctorText(report, width: 60).lines.map { $0.map(\.text).joined() }
        #expect(
            lines == [
                "example.page.link  links of example",
                "  ok       DNS         203.0.113.10",
                "  error    Apple file  reload the daemon if the rules have",
                "                       changed; else remove the file that",
                "                       the proxy serves in its place",
                "                       → reload the daemon if the rules have",
                "                         changed; else remove the file that",
                "                         the proxy serves in its place",
                "",
                "1 ok, 0 warnings, 1 error, 0 skipped",
            ])
    }
}
