/// The listing of a folder without an index page.
enum FolderListing {
    /// Returns the listing as HTML, with its table as a block, so that a new file is a data update.
    static func html(
        _ path: FolderPath, _ entries: [(name: String, isFolder: Bool, size: UInt64)]
    ) -> String {
        let title = HTML.escaped("/" + path.names.map { $0 + "/" }.joined())
        let rows = entries.map { entry in
            let slash = entry.isFolder ? "/" : ""
            return """
                <tr><td><a href="\(FolderPath.encoded(entry.name))\(slash)">\
                \(HTML.escaped(entry.name))\(slash)</a></td>\
                <td>\(entry.isFolder ? "folder" : size(entry.size))</td></tr>
                """
        }
        let up = path.names.isEmpty ? "" : "<p><a href=\"../\">Folder above</a></p>\n"
        let list =
            entries.isEmpty
            ? "<p>This folder has no files to show.</p>"
            : "<table>\n<tr><th>Name</th><th>Size</th></tr>\n\(rows.joined(separator: "\n"))\n</table>"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(title)</title></head>
            <body>
            <h1>\(title)</h1>
            \(up)<!--sonicdiff-files-->
            \(list)
            <!--sonicdiff-files-end-->
            </body>
            </html>

            """
    }

    /// Returns a size for display: in bytes, KB, MB or GB of 1024, rounded down.
    static func size(_ bytes: UInt64) -> String {
        guard bytes != 1 else { return "1 byte" }
        var (value, unit) = (bytes, 0)
        while value >= 10_240, unit < 3 {
            value /= 1024
            unit += 1
        }
        return "\(value) \(["bytes", "KB", "MB", "GB"][unit])"
    }
}
