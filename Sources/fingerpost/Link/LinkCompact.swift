import ArgumentParser
import LinkStore

struct LinkCompact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Writes the store anew without its free pages.",
        discussion:
            "Needs the store alone: stop the daemon first. The old file stands until the new one is on the disk.")

    @OptionGroup var option: StoreOption

    func run() throws {
        guard LinkStore.exists(in: StoreOption.directory(option.store)) else {
            throw Failure("there is no store of links at \(StoreOption.directory(option.store))")
        }
        let store = try option.open()
        do throws(StoreError) {
            let before = try store.extent().fileBytes
            try store.compact()
            Output.error("\(before) bytes before; the file has no free pages now")
        } catch { throw Failure(error.description) }
    }
}
