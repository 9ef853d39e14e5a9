import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

let v1 = Sample.page("1")
let v2 = Sample.page("2")
let other = Sample.page("2", template: "U")
