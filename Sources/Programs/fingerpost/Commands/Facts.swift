import ArgumentParser
import ByteText
import Rules
import Terminal
import Texts

struct Facts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facts",
        abstract: "Lists the facts, functions and actions of rules.",
        discussion: """
            With a name, prints the whole entry: type, values, conditions for unknown, an example. With a group (link, \
            device, app, request, site, functions, macros, operators, rule, then), prints its entries. Exit code 0; 2 \
            for an unknown name.

            Examples:
              fingerpost facts
              fingerpost facts device.in_app
              fingerpost facts functions
            """)

    @Argument(help: "A fact, a function, a key of a rule, or a group of them.")
    var name: String?

    @Flag(help: "Print the entries as a JSON array.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let reference = RuleReference()
        let entries: [ReferenceEntry]
        do throws(ReferenceFault) {
            entries = try name.map { name throws(ReferenceFault) in try reference.find(name) } ?? reference.entries
        } catch {
            throw Failure(error.message)
        }
        if json { return Output.line(JSONValue.array(entries.map(\.json)).text) }
        let terminal = Terminal.current()
        let text = ReferenceText(width: terminal.width)
        let isOne = entries.first?.name == name
        var lines = isOne ? text.full(entries[0]) : text.list(entries)
        if isOne, entries.count > 1 { lines += [[]] + text.list(Array(entries.dropFirst())) }
        Output.write(Array(terminal.rendered(lines).utf8))
    }
}
