import ArgumentParser
import LinkStore

struct LinkCompact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Writes the store anew without its free pages.",
        discussion:
            "Needs the store alone: stop the daemon first. The old file stands until the new one is on the disk.")

    @OptionGroup var option: LinkStoreOption

    func run() throws {
        let store = try option.open(.change)
        do throws(StoreError) {
            let before = try store.extent().fileBytes
            try store.compact()
            Output.error("\(before) bytes before; the file has no free pages now")
        } catch { throw Failure(error.description) }
    }
}
