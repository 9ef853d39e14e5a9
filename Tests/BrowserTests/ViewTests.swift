import Browser
import CellGrid
import SonicProtocol
import SystemLibraries
import Testing

struct ViewTests {
    @Test(arguments: [(1, 1), (5, 20), (4, 80), (24, 80), (60, 200), (5, 300), (200, 20)])
    func `a frame has the size of the screen`(rows: Int, columns: Int) {
        let size = Size(rows: Row(rows), columns: Column(columns))
        let frame = view(Model(Setup(size: size, hashes: .nettle)))
        #expect(frame.size == size)
    }
}
