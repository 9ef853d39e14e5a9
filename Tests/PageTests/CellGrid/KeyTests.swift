import CellGrid
import Testing

struct KeyTests {
    @Test(arguments: [
        (Key.character("j"), "j"), (.character("G"), "G"), (.character(" "), "Space"),
        (.control("d"), "^D"), (.alt("x"), "M-x"), (.pageDown, "PgDn"), (.backTab, "S-Tab"),
        (.function(1), "F1"), (.left, "←"), (.escape, "Esc"),
    ])
    func `a key is printed in the usual notation`(key: Key, name: String) {
        #expect(key.name == name)
    }
}
