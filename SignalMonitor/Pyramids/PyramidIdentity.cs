using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace SignalMonitor.Pyramids;

/// <summary>Whose pyramid a file is: the body of its first record.</summary>
/// <param name="Publisher">The installation that published the stream.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Name">Name of the stream.</param>
internal sealed record PyramidIdentity(Guid Publisher, uint Stream, string Name)
{
    /// <summary>Folder of the pyramids in a recording.</summary>
    public const string FolderName = "pyramid";

    /// <summary>Ends the name of a file of chunks.</summary>
    public const string Ending = ".pyramid";

    /// <summary>Ends the name of the file of the rows that are in no chunk yet.</summary>
    public const string RowsEnding = ".rows";

    /// <summary>Version of the format.</summary>
    public const int Version = 1;

    private const int FixedBytes = 24;

    /// <summary>Name of the files of a stream, without an ending.</summary>
    /// <param name="journal">Folder of the journal beside them.</param>
    /// <param name="stream">Number of the stream.</param>
    public static string NameOf(string journal, uint stream) =>
        string.Create(CultureInfo.InvariantCulture, $"{journal}.{stream}");

    /// <summary>The body of the first record.</summary>
    public byte[] ToBody()
    {
        byte[] name = Encoding.UTF8.GetBytes(Name);
        byte[] body = new byte[(FixedBytes + name.Length + 7) & -8];
        Publisher.TryWriteBytes(body, bigEndian: true, out _);
        BinaryPrimitives.WriteUInt32LittleEndian(body.AsSpan(16), Stream);
        BinaryPrimitives.WriteInt32LittleEndian(body.AsSpan(20), name.Length);
        name.CopyTo(body, FixedBytes);
        return body;
    }

    /// <summary>Reads the body of the first record; null when it is something else.</summary>
    public static PyramidIdentity? TryRead(ReadOnlySpan<byte> body)
    {
        if (body.Length < FixedBytes)
            return null;
        int length = BinaryPrimitives.ReadInt32LittleEndian(body[20..]);
        return length < 0 || length > body.Length - FixedBytes
            ? null
            : new PyramidIdentity(
                new Guid(body[..16], bigEndian: true),
                BinaryPrimitives.ReadUInt32LittleEndian(body[16..]),
                Encoding.UTF8.GetString(body.Slice(FixedBytes, length)));
    }
}
