/// The schema version of JSON log lines: `rules/schema/log.schema.json`.
///
/// Readers may rely on it: members may be added within a version; if one is removed or changes its meaning, the version
/// increases.
public enum LogSchema {
    /// Ends the text of a line's time, and writes the version. Allocates only if the line has no room.
    public static func endTime(in line: inout [UInt8]) { line.append(contentsOf: "\",\"schema\":1,".utf8) }
}
