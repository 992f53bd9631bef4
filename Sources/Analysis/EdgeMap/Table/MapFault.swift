/// Why a line of a table can't be read.
enum MapFault: Error {
    /// The line has another form than this.
    case unreadable(String)
    /// An earlier line has the same link.
    case repeated
}

/// The first line of a table that can't be read.
public struct MapLineFault: Error, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    let fault: MapFault
    let format: MapFormat

    /// The message, without the file's name.
    public var description: String {
        switch fault {
        case .unreadable(let form):
            "line \(line): not a line of a table for \(format.rawValue); expected \(form); export the table again"
        case .repeated: "line \(line): the link is in the table twice; export the table again"
        }
    }
}
