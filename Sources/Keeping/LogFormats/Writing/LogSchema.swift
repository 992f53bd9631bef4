/// The version of what lines of JSON logs say: `rules/schema/log.schema.json`.
///
/// Readers may rely on it: members are added within a version; where one goes, or means something else, the version rises.
public enum LogSchema {
    /// Ends the text of a line's time, and states the version. Allocates only where the line has no room.
    public static func endTime(in line: inout [UInt8]) { line.append(contentsOf: "\",\"schema\":1,".utf8) }
}
