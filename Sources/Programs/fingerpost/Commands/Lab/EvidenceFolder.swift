import ByteText
import CommandFiles
import Foundation
import Outcomes
import Terminal

/// Files of evidence from phones: one file, or all `.json` and `.jsonl` files of a folder. One line per test.
enum EvidenceFolder {
    /// Reads all lines, in the order of the files' names. Throws with the file and the line of the first that is no evidence.
    static func read(_ path: String) throws -> [PhoneEvidence] {
        var evidence: [PhoneEvidence] = []
        for file in try files(path) {
            for (index, line) in try lines(of: file).enumerated() {
                let bytes = Array(line.utf8)
                guard let json = try? JSONValue(parsing: bytes.span), let parsed = PhoneEvidence(json) else {
                    throw Failure("\(file):\(index + 1): not a line of `fingerpost lab --evidence`")
                }
                evidence.append(parsed)
            }
        }
        guard !evidence.isEmpty else {
            throw Failure("\(path): has no evidence; `fingerpost lab --evidence FILE` writes it")
        }
        return evidence
    }

    private static func files(_ path: String) throws -> [String] {
        guard let isFolder = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory else {
            throw Failure("\(path): no such file or folder")
        }
        guard isFolder else { return [path] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter {
                $0.hasSuffix(".json") || $0.hasSuffix(".jsonl")
            }.sorted().map { "\(path)/\($0)" }
        } catch { throw Failure("\(path): \(error.localizedDescription)") }
    }

    private static func lines(of file: String) throws -> [Substring] {
        do {
            return String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
                .split(whereSeparator: \.isNewline)
        } catch { throw Failure("\(file): \(error.localizedDescription)") }
    }
}
