namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>Reads the digital lines of one direction.</summary>
internal static class JsonBits
{
    public static bool TryRead(ref JsonDocumentState document, BitGroup group)
    {
        const string Expected = "null or an array of bools";
        if (JsonValues.IsNull(ref document))
            return document.Tokens.TryReadNull() || document.RefuseToken(Expected);
        if (!document.Tokens.TryTake((byte)'['))
            return document.RefuseToken(Expected);
        int room = document.Block.Layout.Bits(group);
        Span<byte> bytes = default;
        if (!document.IsScan)
        {
            document.Block.SetBits(group, room);
            bytes = document.Block.BitBytes(group);
            bytes.Clear();
        }

        bool isFirst = true;
        for (int bits = 0; document.Tokens.TryNextItem(ref isFirst, (byte)']', out bool hasItem); bits++)
        {
            if (!hasItem)
            {
                document.EndBits(group, bits);
                return true;
            }

            document.Index = bits;
            if (!document.HasRoom(bits, room, document.Limits.Bits, "bits"))
                return false;
            if (!document.Tokens.TryReadBool(out bool value))
                return document.RefuseToken("a bool");
            if (!document.IsScan && value)
                bytes[bits >> 3] |= (byte)(1 << (bits & 7));
        }

        return document.RefuseToken("a bool, or the end of the array");
    }
}
