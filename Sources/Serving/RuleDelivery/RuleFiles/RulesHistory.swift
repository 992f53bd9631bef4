public import Access
package import ServiceFiles
import ByteText
import Glibc

/// The history of rule files written by this daemon: a directory with a JSON file for each change, with the contents before
/// and after.
///
/// The last hundred changes are kept. Not thread-safe.
package struct RulesHistory: Sendable {
    private static let mostKept = 100
    /// More than two files of the maximum size, with every byte escaped.
    private static let mostBytes = 256 << 20

    let directory: String

    /// The history in a directory, which is created if it does not exist.
    package init(_ directory: String) throws(FileFault) {
        self.directory = directory
        // Safe: the string's bytes are valid for the duration of the call.
        guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw .system(directory) }
    }

    /// Throws if a directory neither exists nor can be created. Creates nothing.
    package static func check(_ directory: String) throws(FileFault) {
        // Safe: the string's bytes are valid for the duration of the call.
        if unsafe access(directory, F_OK) == 0 { return }
        guard errno == ENOENT, FilePlace.permitsCreating(directory) else { throw .system(directory) }
    }

    /// Adds a change before it is made, on disk when this returns, and removes the oldest changes beyond the limit.
    ///
    /// - Returns: The number of the change.
    package func add(_ change: RulesChange) throws -> Int {
        let known = numbers()
        let number = (known.last ?? 0) + 1
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { change.write(to: &$0) }
        try ReplacementFile(of: path(number)).commit(bytes + [0x0A])
        for old in known.dropLast(Self.mostKept - 1) { remove(old) }
        return number
    }

    /// Removes a change that was not made.
    package func remove(_ number: Int) {
        // Safe: the string's bytes are valid for the duration of the call.
        unsafe unlink(path(number))
    }

    /// The change with a number; `nil` if there is none, or it can't be read.
    package func change(_ number: Int) -> RulesChange? {
        guard numbers().contains(number),
            let bytes = try? SecretFile.bytes(path(number), "the rule history", limit: Self.mostBytes),
            let json = try? JSONValue(parsing: bytes.span)
        else { return nil }
        return RulesChange(json, number: number)
    }

    /// The numbers of the changes, oldest first.
    package func numbers() -> [Int] {
        // Safe: the directory is closed below, and the name of an entry is copied before the next one is read.
        guard let folder = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(folder) }
        var numbers: [Int] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name.hasSuffix(".json"), let number = Int(name.dropLast(5)) { numbers.append(number) }
        }
        return numbers.sorted()
    }

    private func path(_ number: Int) -> String { "\(directory)/\(number).json" }
}

/// A change of a rule file made by this daemon.
public struct RulesChange: Sendable, Equatable {
    /// Its number in the history, from 1.
    public internal(set) var number = 0
    /// The time, in seconds since the epoch.
    public var time: Int64
    /// The name of the token or person that made it.
    public var by: String
    /// The user of the identity provider; `nil` if it was made with a token.
    public var person: Credential.Person?
    /// The file, relative to the rules directory.
    public var file: String
    /// The previous contents.
    public var before: String
    /// The new contents.
    public var after: String

    package init(
        time: Int64, by: String, person: Credential.Person? = nil, file: String, before: String, after: String
    ) {
        (self.time, self.by, self.person) = (time, by, person)
        (self.file, self.before, self.after) = (file, before, after)
    }

    /// Parses the output of ``write(to:)``; `nil` if malformed.
    fileprivate init?(_ json: JSONValue, number: Int) {
        guard let time = json["time"]?.string.flatMap(Timestamp.seconds), let by = json["by"]?.string,
            let file = json["file"]?.string, let before = json["before"]?.string, let after = json["after"]?.string
        else { return nil }
        self.init(time: time, by: by, person: Credential.Person(json), file: file, before: before, after: after)
        self.number = number
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("time", Timestamp.text(time))
        json.member("by", by)
        person?.write(to: &json)
        json.member("file", file)
        json.member("before", before)
        json.member("after", after)
        json.endObject()
    }
}
