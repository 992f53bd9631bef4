import ByteText
import Glibc

/// What files of the rules were before they were written here, and what was written: a directory with a file of JSON for each time.
///
/// The last hundred are kept. Not for two threads at a time.
struct RulesHistory: Sendable {
    private static let mostKept = 100
    /// More than two of the largest files, with every byte escaped.
    private static let mostBytes = 256 << 20

    let directory: String

    /// The history in a directory, which is made where it is missing.
    init(_ directory: String) throws(FileFault) {
        self.directory = directory
        // Safe: Swift lends the string's bytes for the time of the call.
        guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw .system(directory) }
    }

    /// Adds what is about to be written, on the disk when this returns, and forgets the oldest of too many.
    ///
    /// - Returns: Its number.
    func add(_ change: RulesChange) throws -> Int {
        let known = numbers()
        let number = (known.last ?? 0) + 1
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { change.write(to: &$0) }
        try ReplacementFile(of: path(number)).commit(bytes + [0x0A])
        for old in known.dropLast(Self.mostKept - 1) { remove(old) }
        return number
    }

    /// Forgets what was not written after all.
    func remove(_ number: Int) {
        // Safe: Swift lends the string's bytes for the time of the call.
        unsafe unlink(path(number))
    }

    /// One that is kept; nil where it is none, or can't be read.
    func change(_ number: Int) -> RulesChange? {
        guard numbers().contains(number),
            let bytes = try? SecretFile.bytes(path(number), "the history of the rules", limit: Self.mostBytes),
            let json = try? JSONValue(parsing: bytes.span)
        else { return nil }
        return RulesChange(json, number: number)
    }

    /// The numbers of those that are kept, the oldest first.
    func numbers() -> [Int] {
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

/// One time that a file of the rules was written here.
public struct RulesChange: Sendable, Equatable {
    /// Its number in the history, from 1.
    public internal(set) var number = 0
    /// When, in seconds since the epoch.
    public var time: Int64
    /// The name of the token that it was done with, or of the person.
    public var by: String
    /// The person at the identity provider; `nil` if it was done with a token.
    public var person: Credential.Person?
    /// The file, relative to the directory of the rules.
    public var file: String
    /// What was in the file.
    public var before: String
    /// What was written.
    public var after: String

    init(
        time: Int64, by: String, person: Credential.Person? = nil, file: String, before: String, after: String
    ) {
        (self.time, self.by, self.person) = (time, by, person)
        (self.file, self.before, self.after) = (file, before, after)
    }

    /// Reads what ``write(to:)`` writes; nil for anything else.
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
