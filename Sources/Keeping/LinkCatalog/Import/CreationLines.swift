import ByteText
import Links
import LinkStore

/// The links of a file as input of `POST /v1/links:bulk`: one line of JSON per link to create.
///
/// Creation times and other fields that are read-only in the API are dropped. Holds the whole file and its lines in
/// memory.
public struct CreationLines: Sendable {
    /// The lines, each with a line feed.
    public private(set) var bytes: [UInt8] = []
    /// The line of the file that each of them is from.
    public private(set) var places: [Int] = []
    /// The lines of the file that are not links, with the reasons.
    public private(set) var refusals: [(line: Int, message: String)] = []
    /// The ignored columns that contain values.
    public private(set) var ignoredColumns: [String] = []

    /// Reads CSV, JSON lines or a Takeout export; codes of links without one are generated on creation. Throws if the
    /// file as a whole is unusable.
    public init(_ file: Span<UInt8>) throws(LinkImportFault) {
        var reader = LinkFileReader(nil, choosesCodes: true)
        var start = 0
        while start < file.count {
            let step: LinkFileReader.Step
            do throws(LinkFileReader.Fault) { step = try reader.next(file, from: start, isLast: true) } catch {
                throw .file(error.message)
            }
            start += reader.used
            switch step {
            case .link(let fields, let line):
                for link in fields.withOthers {
                    bytes += Array(JSONValue.object(link.creation).text.utf8)
                    bytes.append(0x0A)
                    places.append(line)
                }
            case .refused(let fault, let line): refusals.append((line, fault.message))
            case .nothing: continue
            case .needsMore: return
            }
        }
        ignoredColumns = reader.ignoredColumns.filter { $0.values > 0 }.map(\.title)
    }
}

extension LinkFields {
    /// The fields that a create request accepts.
    fileprivate var creation: JSONObject {
        var json = JSONObject()
        func add(_ name: String, _ value: String?) {
            if let value { json.append(name, .string(value)) }
        }
        add("domain", domain)
        add("code", code)
        if code == nil { add("suffix", suffix?.name.description) }
        for field in LinkField.changeable {
            if let value = patch[field], value != .empty { json.append(field.title, field.content(value)) }
        }
        return json
    }
}
