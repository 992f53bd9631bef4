import ByteText

/// The page of an app in Huawei AppGallery, by its ID in the store: `https://appgallery.huawei.com/app/C…`.
enum AppGalleryURL {
    static func append(id: String, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("https://appgallery.huawei.com/app/")
        arena.append(id)
        return arena.piece(from: mark)
    }
}
