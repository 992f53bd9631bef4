import ArgumentParser
import CommandFiles
import Foundation
import Help
import Terminal

/// `manual`: not among the program's subcommands, since it describes all of them.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Writes the manual pages, one per command, for man.",
        discussion: """
            The pages are generated from the options of the commands: fingerpost.1, fingerpost-check.1 … Existing pages are \
            replaced with --force only. Completions are printed by --generate-completion-script bash, zsh or fish. Exit \
            code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost manual man1
              fingerpost manual /usr/local/share/man/man1 --force
              fingerpost --generate-completion-script bash
            """)

    @Argument(help: "The directory to write to; created if it does not exist.", completion: .directory)
    var directory: String

    @OptionGroup var replacing: ForceOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let pages = try Fingerpost.description().all.map { command in
            (path: "\(directory)/\(ManualPage.name(of: command)).1", text: ManualPage(command, Version.text).text)
        }
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw Failure("\(directory): can't create the directory")
        }
        for page in pages { try OutputFile.check(page.path, force: replacing.force) }
        for page in pages { try OutputFile.write(Array(page.text.utf8), to: page.path, force: replacing.force) }
        Output.error("wrote \(pages.count) pages to \(directory)")
    }
}
