import ArgumentParser
import Terminal
import Testing
import TestSupport

@testable import Help
@testable import fingerpost

/// Messages for mistyped command lines: a line about the fault, a line that refers to the help, and exit code 2.
@Suite("mistyped command lines")
struct CommandLineFaultTests {
    /// Arguments, and the message.
    private static let mistyped: [([String], String)] = [
        (["chek"], "unknown command `chek`; did you mean `check`?\nsee `fingerpost --help`"),
        // ArgumentParser itself would report the option.
        (["chek", "--strict", "x"], "unknown command `chek`; did you mean `check`?\nsee `fingerpost --help`"),
        (["chek", "--help"], "unknown command `chek`; did you mean `check`?\nsee `fingerpost --help`"),
        (["help", "chek"], "unknown command `chek`; did you mean `check`?\nsee `fingerpost --help`"),
        (["link", "creat"], "unknown link command `creat`; did you mean `create`?\nsee `fingerpost link --help`"),
        (["backup"], "unknown command `backup`; did you mean `link backup`?\nsee `fingerpost --help`"),
        (
            ["create"],
            "unknown command `create`; did you mean `link create` or `token create`?\nsee `fingerpost --help`"
        ),
        (["check", "--rule", "x"], "unknown option `--rule`; did you mean `--rules`?\nsee `fingerpost check --help`"),
        (
            ["serve", "--certificate", "x"],
            "unknown option `--certificate`; did you mean `--tls-certificate`?\nsee `fingerpost serve --help`"
        ),
        (["check", "--quite-another"], "unknown option `--quite-another`\nsee `fingerpost check --help`"),
        (
            ["--rules", "x", "check"],
            "unknown option `--rules`; options follow the command: fingerpost COMMAND --rules\nsee `fingerpost --help`"
        ),
        // A word that begins with a dash may be an argument: an expression, a code, a file.
        (
            ["eval", "-1 < 0"],
            "unknown option `-1 < 0`; if it is the <expression>, write -- before it: fingerpost eval -- '-1 < 0'\n"
                + "see `fingerpost eval --help`"
        ),
        (
            ["eval", "--json", "-size('a')"],
            "unknown option `-size('a')`; if it is the <expression>, write -- before it: "
                + #"fingerpost eval … -- '-size('\''a'\'')'"# + "\nsee `fingerpost eval --help`"
        ),
        (["eval", "--jsn"], "unknown option `--jsn`; did you mean `--asn`?\nsee `fingerpost eval --help`"),
        (
            ["link", "get", "-AbC", "--json"],
            "missing expected argument '<link>'; `-AbC` was read as an option: if it is the <link>, write -- before it: "
                + "fingerpost link get … -- -AbC\nsee `fingerpost link get --help`"
        ),
        (
            ["link", "delete", "-AbC"],
            "missing expected argument '<links> ...'; `-AbC` was read as an option: if it is the <links>, write -- before "
                + "it: fingerpost link delete -- -AbC\nsee `fingerpost link delete --help`"
        ),
        (
            ["replay", "-old.log"],
            "missing logs to replay; - is standard input; `-old.log` was read as an option: if it is the <logs>, "
                + "write -- before it: fingerpost replay -- -old.log\nsee `fingerpost replay --help`"
        ),
        (
            ["facts", "-x"],
            "unknown option `-x`; if it is the <name>, write -- before it: fingerpost facts -- -x\n"
                + "see `fingerpost facts --help`"
        ),
        (["check", "-rules"], "unknown option `-rules`; did you mean `--rules`?\nsee `fingerpost check --help`"),
        (["link", "get"], "missing expected argument '<link>'\nsee `fingerpost link get --help`"),
        (["classify", "--workers", "0"], "--workers must be from 1 to 256\nsee `fingerpost classify --help`"),
        (
            ["link", "list", "--sort", "size"],
            "the value 'size' is invalid for '--sort <sort>'. Please provide one of 'created', 'updated', "
                + "'link' or 'destination'\n"
                + "see `fingerpost link list --help`"
        ),
        (
            ["check", "a", "--rules", "b"],
            "the rules directory is given twice: a, and --rules b\nsee `fingerpost check --help`"
        ),
        (
            ["test", "--json", "--coverage"],
            "--json and --coverage can't be combined\nsee `fingerpost test --help`"
        ),
        (
            ["test", "--format", "sarif", "--coverage"],
            "--format sarif and --coverage can't be combined\nsee `fingerpost test --help`"
        ),
        (
            ["check", "--json", "--format", "junit"],
            "--json and --format junit can't be combined\nsee `fingerpost check --help`"
        ),
        (
            ["merge", "a.part", "--json", "--markdown"],
            "--json and --markdown can't be combined\nsee `fingerpost merge --help`"
        ),
    ]

    @Test("are answered in two lines", arguments: mistyped)
    func faults(_ arguments: [String], _ message: String) throws {
        let ending = try CommandLineInMemory.ending(of: arguments)
        #expect(ending.code == 2 && ending.message == message, "\(ending.message)")
    }

    /// ArgumentParser reads `-ch.csv` as the options -c, -h and so on, and would show the help.
    @Test("a file whose name begins with a dash and has an h is no request for help")
    func helpInAName() throws {
        let program = try Fingerpost.description()
        let fault = try #require(CommandLineFault(helpFor: ["link", "import", "-ch.csv"], of: program))
        #expect(
            fault.message
                == "unknown option `-ch.csv`; if it is the <file>, write -- before it: fingerpost link import -- -ch.csv"
        )
        for arguments in [
            ["link", "import", "-h"], ["link", "import", "-ch.csv", "--help"], ["help", "link"], ["link"],
            ["--version"],
            ["link", "import", "--", "-ch.csv"], ["eval", "--user-agent", "-ch"],
        ] {
            #expect(CommandLineFault(helpFor: arguments, of: program) == nil, "\(arguments)")
        }
    }

    @Test("what is not nearly anything lists the commands there are")
    func unknown() throws {
        let ending = try CommandLineInMemory.ending(of: ["xyzzy"])
        let start = "unknown command `xyzzy`; the commands are serve, status, control, resolve, explain"
        #expect(ending.message.hasPrefix(start))
    }

    @Test(
        "help of what there is, is no fault",
        arguments: [
            [], ["--help"], ["help"], ["help", "link", "create"], ["link"], ["link", "--help"], ["--version"],
            ["check", "-h"], ["--generate-completion-script", "bash"],
        ])
    func help(_ arguments: [String]) throws {
        do {
            var command = try Fingerpost.parse(commandLine: arguments)
            try command.run()
        } catch {
            #expect(Fingerpost.exitCode(for: error) == .success, "\(arguments): \(error)")
        }
    }

    @Test("a quoted line end begins no second message")
    func forged() {
        let ending = Fingerpost.ending(with: Failure("x\nerror: forged"), of: [])
        #expect(ending.message == #"x\nerror: forged"#)
    }
}
