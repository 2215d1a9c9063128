namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>A frame made by other software: sequence 1 of stream 1.</summary>
internal static class FrameHeaderTestData
{
    public static byte[] Golden { get; } = File.ReadAllBytes("Vectors/header-small.bin");

    public static byte[] Payload { get; } = File.ReadAllBytes("Vectors/columns-small.msgpack");
}
