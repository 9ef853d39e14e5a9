import CellGrid
import PageLayout

/// Two bytes for the available size, then the output of a program that draws pictures.
enum PictureInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let room = Picture.Size(columns: reader.byte() % 80, rows: reader.byte() % 40)
        let output = reader.everything()
        if let pixels = Picture(commands: output, number: 0, within: room) {
            try promise(
                pixels.columns <= room.columns && pixels.rows.count <= room.rows, "pixels fit into their room"
            )
        }
        guard let picture = Picture(symbols: output, within: room) else { return }
        try promise(picture.rows.count <= room.rows, "a picture is no higher than its room")
        for row in picture.rows {
            try promise(
                row.reduce(0) { $0 + $1.columns } <= room.columns, "a picture is no wider than its room")
            for run in row {
                let text = String(decoding: run.text, as: UTF8.self)
                try promise(
                    !text.unicodeScalars.contains(where: LayoutInput.commands),
                    "no picture commands the terminal")
                try promise(
                    TextWidth.columns(of: text).value == run.columns, "each run is as wide as it says")
            }
        }
    }
}
