import Foundation
import Settings
import Testing
import TestSupport

@testable import Help
@testable import fingerpost

/// Manual pages, generated from the same descriptions as the help.
@Suite("manual pages")
struct ManualPageTests {
    private static func page(_ words: [String]) throws -> String {
        let program = try Fingerpost.description()
        return ManualPage(program.command(named: words), Version.text).text
    }

    @Test("have what the code knows: options, exit codes, variables, files, examples")
    func sections() throws {
        let check = try Self.page(["check"])
        let sections = check.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
        #expect(
            sections == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
                "SEE ALSO",
            ])
        for part in [
            "fingerpost\\-check \\- Compiles the rules", "[\\fIdirectory\\fR]", "\\fB\\-\\-strict\\fR",
            "0; 1 if there are errors, or warnings with \\-\\-strict; 2 for", "\\fBFINGERPOST_RULES\\fR",
            "\\fI/etc/fingerpost/rules\\fR", "\nfingerpost check rules \\-\\-strict\n", "\\fBNO_COLOR\\fR",
            "\\fBfingerpost\\fR(1)",
        ] { #expect(check.contains(part), "\(part)") }
        let serve = try Self.page(["serve"])
        for part in ["FINGERPOST_LIMITS_HEAD_BYTES", "NOTIFY_SOCKET", "0 after SIGTERM; 2 for"] {
            #expect(serve.contains(part), "\(part)")
        }
        let top = try Self.page([])
        for part in ["fingerpost\\-link", "fingerpost\\-settings"] { #expect(top.contains(part), "\(part)") }
    }

    @Test("no text becomes an instruction of roff")
    func escapes() {
        var page = RoffWriter()
        page.line(".ad l")
        page.line("'quoted'")
        page.line("a\\fB -x ~ ^ ` \"b\" …\nnext")
        #expect(
            page.text == "\\&.ad l\n\\(aqquoted\\(aq\na\\efB \\-x \\(ti \\(ha \\(ga \\(dqb\\(dq ... next\n")
    }

    private static let groff = ["/usr/bin/groff", "/usr/local/bin/groff"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("groff has no warnings", .enabled(if: groff != nil, "there is no groff"))
    func lint() throws {
        let folder = try ScratchFolder()
        let commands = try Fingerpost.description().all
        var files: [String] = []
        for command in commands {
            let text = ManualPage(command, Version.text).text
            files.append(try folder.file("\(ManualPage.name(of: command)).1", text).path())
        }
        #expect(files.count > 25)
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.groff))
        process.arguments = ["-man", "-ww", "-z", "-Kutf8", "-Tutf8"] + files
        let errors = Pipe.exclusive()
        process.standardError = errors
        try process.start()
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && said.isEmpty, "\(said)")
    }

    @Test("help of serve names the variable of each flag that is a setting's")
    func help() throws {
        let serve = try Fingerpost.description().command(named: ["serve"])
        for setting in SettingDescription.all {
            guard let flag = setting.flag else { continue }
            let argument = try #require(serve.arguments.first { $0.names.contains(flag) }, "serve has no \(flag)")
            #expect(argument.abstract.hasSuffix("[\(setting.variable)]"), "\(argument.abstract)")
        }
    }
}
