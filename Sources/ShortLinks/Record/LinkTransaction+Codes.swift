import LinkStore
import OpenSSL

extension LinkTransaction {
    mutating func create(_ record: LinkRecord, codeOn domain: String) throws(StoreError) -> LinkRecord {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        var record = record
        var length = record.suffix == .short ? 4 : 17
        for _ in 0..<64 {
            let code = SecureRandom.bytes(count: length).map { alphabet[Int($0) % 62] }
            guard let key = LinkKey(domain: domain, code: String(decoding: code, as: UTF8.self)) else { break }
            record.key = key
            if try link(key) == nil { return try create(record) }
            length += 1
        }
        throw .invalid(.longLink)
    }
}
