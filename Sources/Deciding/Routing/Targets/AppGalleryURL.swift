import ByteText

/// Huawei AppGallery's page of an app: `https://appgallery.huawei.com/app/C…`, by the ID that the store gives it.
enum AppGalleryURL {
    static func append(id: String, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("https://appgallery.huawei.com/app/")
        arena.append(id)
        return arena.piece(from: mark)
    }
}
