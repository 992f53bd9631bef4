import ArgumentParser
import ByteText
import Configuration
import Foundation
import Glibc
import Routing
import Rules
import Settings
import SiteSetup
import Terminal
import Texts

struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a rules directory with your own site, and prints the next steps.",
        discussion: """
            The site is described by files (--from: google-services.json, GoogleService-Info.plist, the output of \
            `firebase apps:sdkconfig --json`, assetlinks.json, apple-app-site-association, a Dynamic Links CSV of \
            Google Takeout, a certificate or keystore, in any order), options, and interactive prompts. Options \
            override files, and earlier files override later ones. A directory with the shipped rules gets another \
            site. No file is overwritten without --force, and nothing is written unless the rules load without errors. \
            Exit code 0; 2 for usage or I/O errors, or if something is missing.

            Examples:
              fingerpost init
              fingerpost init rules --from google-services.json --from release.p12
              fingerpost init rules --from links.csv --host links.example.com
            """)

    @Argument(help: "The rules directory.")
    var directory = "rules"

    @Option(
        name: .customLong("from"), help: "A file that describes the site, recognised by its content; repeatable.")
    var sources: [String] = []

    @OptionGroup(title: "Site") var site: SiteStatementOptions

    @Option(help: "The certificate to use of a keystore with several.")
    var alias: String?

    @Option(help: "A file with the keystore's password in its first line (default: prompt at the terminal).")
    var keystorePasswordFile: String?

    @Option(help: "The directory with the shipped rules (default: those of the program or the system).")
    var shipped: String?

    @Flag(help: "Write the site even if some data of its apps are missing; check warns of them.")
    var incomplete = false

    @OptionGroup var force: ForceOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        Interruption.expect()
        let statements = try site.statements()
        var reading = SourceReading(passwordFile: keystorePasswordFile, alias: alias)
        for source in sources { try reading.add(source) }
        let draft = try complete(statements, reading.facts)
        for remark in draft.remarks { Output.error("note: \(remark)") }
        let isNew = !FileManager.default.fileExists(atPath: directory)
        let files = try shippedFiles(isNew) + draft.files
        try check(draft, files, isNew)
        var writer = DirectoryWriter(directory) { Interruption.isRequested }
        let written: DirectoryWriter.Result
        do throws(SetupFault) {
            written = try writer.write(files, replacing: force.force)
        } catch {
            Interruption.endIfInterrupted()
            throw error
        }
        report(written, draft)
    }

    // MARK: - The site

    /// Prompts for missing data, or reports the options that provide it.
    private func complete(_ stated: SiteStatements, _ facts: SourceFacts) throws -> SiteDraft {
        var statements = stated
        var draft = SiteDraft(statements, facts)
        if Questions.canAsk {
            while let question = draft.questions.first {
                try answer(question, &statements, facts)
                draft = SiteDraft(statements, facts)
            }
        } else {
            let missing = draft.missing(allowingIncomplete: incomplete)
            guard missing.isEmpty else { throw Self.failure(missing) }
        }
        if let conflict = draft.conflict { throw conflict }
        return draft
    }

    private func answer(_ question: SetupQuestion, _ statements: inout SiteStatements, _ facts: SourceFacts) throws {
        while true {
            let typed = try Questions.ask(question.prompt)
            if typed.allSatisfy(\.isWhitespace), question.isOptional { return statements.decline(question) }
            do throws(SetupFault) {
                var next = statements
                try next.add(typed.isEmpty ? question.preset ?? "" : typed, to: question)
                if let conflict = SiteDraft(next, facts).conflict { throw conflict }
                statements = next
                return
            } catch {
                Output.error("  \(error.message)")
            }
        }
    }

    private static func failure(_ missing: [SetupQuestion]) -> Failure {
        let lines = missing.map { "  \($0.datum.flag): \($0.reason), for example \($0.sample ?? $0.example)" }
        let isRequired = missing.contains { !$0.isOptional }
        return Failure(
            lines: ["missing; nothing was written. Set:"] + lines
                + (isRequired ? [] : ["or --incomplete, to add it to the file later"]))
    }

    // MARK: - The files

    /// The shipped files, if the directory lacks them.
    private func shippedFiles(_ isNew: Bool) throws -> [PlannedFile] {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        if !isNew, shipped == nil, ShippedRules.isShipped(directory) { return try missingSchemas(program) }
        let rules = try ShippedRules.find(stated: shipped, program: program)
        if !rules.hasSchemas { Self.noteMissingSchemas(in: rules.directory) }
        let own = try Self.changedSettings(in: rules.settingsFile)
        guard !own.isEmpty else { return try rules.files() }
        Output.error(
            "note: \(rules.settingsFile) is not copied, since it sets \(own.joined(separator: ", ")) for another installation; without a fingerpost.yaml, the defaults apply"
        )
        return try rules.files().filter { $0.path != ShippedRules.settings }
    }

    /// The schemas for a directory that has the shipped rules without them. Its rules may be of another version than those
    /// that are found, and are kept.
    private func missingSchemas(_ program: String) throws -> [PlannedFile] {
        guard !ShippedRules.hasSchemas(directory) else { return [] }
        guard let rules = try? ShippedRules.find(stated: nil, program: program), rules.hasSchemas else {
            Self.noteMissingSchemas(in: directory)
            return []
        }
        return try rules.files().filter(\.isSchema)
    }

    private static func noteMissingSchemas(in directory: String) {
        Output.error(
            "note: \(directory) has no schemas (schema/*.json), with which editors check the files; to copy them, run init with --shipped and a directory that has them, such as /etc/fingerpost/rules"
        )
    }

    /// The non-default settings of a file, which then belongs to an installation rather than to the shipped files.
    private static func changedSettings(in path: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let file = try RuleDirectory.settings(file: path).file
        let defaults = SettingsResolver.inForce()
        return zip(SettingsResolver.inForce(file: file), defaults).filter { $0.values != $1.values }
            .map { $0.0.description.name }
    }

    /// Loads everything as it would be after the changes. Nothing is written if there are errors or deviations from the
    /// documented behavior.
    private func check(_ draft: SiteDraft, _ files: [PlannedFile], _ isNew: Bool) throws {
        let check = try SetupCheck(files, in: directory, isNew: isNew)
        if !check.errors.isEmpty {
            check.errors.forEach(Output.diagnostic)
            throw Failure("the rules would have errors; nothing was written")
        }
        for failure in try check.failures(of: draft.site.name) {
            Output.error("\(failure.ruleCase.id): \(failure.mismatches.joined(separator: "; "))")
            Output.error("note: this case does not pass with the rules in \(directory); see `fingerpost test`")
        }
    }

    private func report(_ result: DirectoryWriter.Result, _ draft: SiteDraft) {
        let own = draft.files.map(\.path).filter(result.written.contains)
        let copied = result.written.count - own.count
        let shipped = copied > 0 ? "\(counted(copied, "shipped file")), " : ""
        Output.line("Wrote to \(directory): \(shipped)\(own.joined(separator: ", "))")
        for question in draft.missing() {
            Output.line("Still missing: \(question.text) (\(question.example))")
        }
        let declarations = AssociationText.declarations(of: draft.site)
        NextSteps.lines(of: draft.site, in: directory, exports: draft.exports, declarations: declarations)
            .forEach { Output.line($0) }
    }
}

extension SetupQuestion {
    /// The question on one line, with its example and default.
    fileprivate var prompt: String {
        let hint = isOptional ? "\(example); Enter for none" : example
        return "\(text) (\(hint))\(preset.map { " [\($0)]" } ?? ""): "
    }
}
