import JSON
import Testing

@testable import ReferencePush

/// The payload that a device receives, in both generations.
struct PushPayloadTests {
    private static func payload(
        _ generation: NCMBGeneration,
        _ fields: JSONValue
    ) throws -> PushPayload {
        var given = try #require(fields.objectValue)
        given["immediateDeliveryFlag"] = true
        return PushPayload(
            generation: generation,
            pushID: "destACzej3wdDXnR",
            settings: try PushSettings(given: given)
        )
    }

    private static let whole: JSONValue = [
        "title": "T", "message": "M", "sound": "default", "category": "C",
        "richUrl": "http://x/y", "userSettingValue": ["data": ["a": 1], "aps": 1],
        "dialog": true, "action": "Receive",
    ]

    private static let ios: [(NCMBGeneration, JSONValue, Int?, String)] = [
        (
            .nifcloud, whole, 1,
            #"{"aps":{"alert":{"title":"T","body":"M"},"sound":"default","badge":1,"category":"C"},"#
                + #""com.nifcloud.mbaas.PushId":"destACzej3wdDXnR","#
                + #""com.nifcloud.mbaas.RichUrl":"http://x/y","data":{"a":1}}"#
        ),
        (
            .nifty, whole, nil,
            #"{"aps":{"alert":"M","sound":"default","category":"C"},"#
                + #""com.nifty.PushId":"destACzej3wdDXnR","com.nifty.RichUrl":"http://x/y","#
                + #""data":{"a":1}}"#
        ),
        (
            .nifcloud, ["contentAvailable": true], nil,
            #"{"aps":{"content-available":1},"com.nifcloud.mbaas.PushId":"destACzej3wdDXnR"}"#
        ),
        (
            .nifcloud, ["title": "T"], nil,
            #"{"aps":{},"com.nifcloud.mbaas.PushId":"destACzej3wdDXnR"}"#
        ),
        (
            .nifcloud, ["title": "T", "message": "", "sound": "s"], nil,
            #"{"aps":{"sound":"s"},"com.nifcloud.mbaas.PushId":"destACzej3wdDXnR"}"#
        ),
        (
            .nifty, ["title": "T"], nil,
            #"{"aps":{},"com.nifty.PushId":"destACzej3wdDXnR"}"#
        ),
    ]

    @Test("An iPhone payload has aps, the service's names and the client's values", arguments: ios)
    func iosPayload(
        generation: NCMBGeneration,
        fields: JSONValue,
        badge: Int?,
        expected: String
    ) throws {
        let payload = try Self.payload(generation, fields)
        #expect(JSONValue.object(payload.ios(badge: badge)).text == expected)
    }

    private static let android: [(NCMBGeneration, JSONValue, String)] = [
        (
            .nifcloud, whole,
            #"{"title":"T","message":"M","action":"Receive","#
                + #""com.nifcloud.mbaas.PushId":"destACzej3wdDXnR","#
                + #""com.nifcloud.mbaas.Data":"{\"data\":{\"a\":1},\"aps\":1}","#
                + #""com.nifcloud.mbaas.RichUrl":"http://x/y","com.nifcloud.mbaas.Dialog":"true"}"#
        ),
        (
            .nifty, ["message": "M"],
            #"{"message":"M","com.nifty.PushId":"destACzej3wdDXnR"}"#
        ),
    ]

    @Test(
        "An Android payload has string values, with the client's values as one of them",
        arguments: android
    )
    func androidData(generation: NCMBGeneration, fields: JSONValue, expected: String) throws {
        #expect(JSONValue.object(try Self.payload(generation, fields).android).text == expected)
    }
}
