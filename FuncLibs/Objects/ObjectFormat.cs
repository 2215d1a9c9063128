namespace FuncLibs.Objects;

/// <summary>Names of the serializers.</summary>
public static class ObjectFormat
{
    /// <summary>MessagePack for C#.</summary>
    public const string MessagePack = "messagepack";

    /// <summary>Nerdbank.MessagePack.</summary>
    public const string Nerdbank = "nerdbank";

    /// <summary>Nerdbank.MessagePack that keeps references and interns strings.</summary>
    public const string NerdbankReferences = "nerdbank-references";

    /// <summary>System.Text.Json as it is without options.</summary>
    public const string JsonDefault = "json-default";

    /// <summary>System.Text.Json without escapes for HTML, and with numbers that are no numbers.</summary>
    public const string JsonTuned = "json-tuned";

    /// <summary>System.Text.Json with a generated context.</summary>
    public const string JsonGenerated = "json-generated";

    /// <summary>System.Text.Json with a generated context over a pooled stream.</summary>
    public const string JsonPooled = "json-pooled";

    /// <summary>Newtonsoft.Json.</summary>
    public const string Newtonsoft = "newtonsoft";

    /// <summary>CBOR.</summary>
    public const string Cbor = "cbor";

    /// <summary>protobuf.</summary>
    public const string Protobuf = "protobuf";

    /// <summary>Arrays of values with a table of the names of their members.</summary>
    public const string Graph = "graph";

    /// <summary>The same with references: identity is kept, cycles are, and texts are written once.</summary>
    public const string GraphReferences = "graph-references";

    internal const string JsonType = "application/json";
    internal const string MessagePackType = "application/vnd.msgpack";
    internal const string CborType = "application/cbor";
    internal const string ProtobufType = "application/vnd.google.protobuf";

    /// <summary>All names.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        MessagePack, Nerdbank, NerdbankReferences, JsonDefault, JsonTuned, JsonGenerated, JsonPooled, Newtonsoft, Cbor,
        Protobuf, Graph, GraphReferences,
    ];
}
