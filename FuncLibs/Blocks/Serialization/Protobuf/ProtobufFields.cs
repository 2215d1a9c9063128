namespace FuncLibs.Blocks.Serialization.Protobuf;

/// <summary>Numbers of the fields in cdatablock.proto.</summary>
internal static class ProtobufFields
{
    /// <summary>Version of the document.</summary>
    public const int DocumentVersion = 1;

#pragma warning disable CS1591 // They are the names of the schema.
    // CDataBlock
    public const int FirstSampleIndex = 1;
    public const int SampleRateHz = 2;
    public const int Servo = 3;
    public const int Temp = 4;
    public const int AD = 5;
    public const int BitIn = 6;
    public const int BitOut = 7;
    public const int Version = 15;

    // ChannelGroup and InputGroup
    public const int Channels = 1;

    // Channel and Input
    public const int ChannelId = 1;
    public const int PointCount = 2;
    public const int InputValues = 2;
    public const int ActiveCtrl = 3;
    public const int Count = 4;
    public const int Command = 5;
    public const int Output = 6;
    public const int Sensors = 7;

    // Column
    public const int Values = 1;

    // Bits
    public const int BitCount = 1;
    public const int BitBytes = 2;
#pragma warning restore CS1591
}
