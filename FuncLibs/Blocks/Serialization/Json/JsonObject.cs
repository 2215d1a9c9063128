namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>
/// Walks over the members of one object: any order, unknown ones skipped, one that is given twice is refused.
/// </summary>
internal ref struct JsonObject(JsonMembers.Lookup lookup, string expected, int depth)
{
    private bool _isFirst;
    private int _seen;

    /// <summary>True when the member of this key was there.</summary>
    public readonly bool Has(int key) => (_seen >> key & 1) != 0;

    /// <summary>Takes the opening brace.</summary>
    public bool TryOpen(ref JsonDocumentState document)
    {
        _isFirst = true;
        return document.Tokens.TryTake((byte)'{') || document.RefuseToken(expected);
    }

    /// <summary>Goes to the next member that is known; its value is next.</summary>
    /// <param name="document">The document.</param>
    /// <param name="key">Its key, or -1 at the end of the object.</param>
    public bool TryNext(ref JsonDocumentState document, out int key)
    {
        key = -1;
        while (document.Tokens.TryNextItem(ref _isFirst, (byte)'}', out bool hasItem))
        {
            if (!hasItem)
                return true;
            int start = document.Tokens.Position;
            if (!document.Tokens.TryReadName(out ReadOnlySpan<byte> name))
                break;
            key = JsonMembers.Find(name, lookup);
            if (key >= 0)
                return TryMark(ref document, key, start);
            if (!JsonValues.TrySkip(ref document, depth))
                return false;
        }

        return document.RefuseToken("a member, or the end of the object");
    }

    private bool TryMark(ref JsonDocumentState document, int key, int start)
    {
        if (Has(key))
            return document.Refuse(DecodeStatus.Malformed, "each member once", "it again", null, start);
        _seen |= 1 << key;
        return true;
    }
}
