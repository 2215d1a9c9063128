namespace FuncLibs.Blocks.Serialization;

/// <summary>How a document of one format is read. A struct, so that the decoder is compiled for each grammar without indirection.</summary>
internal interface IBlockGrammar
{
    /// <summary>Name of the format, for outcomes.</summary>
    static abstract string Format { get; }

    /// <summary>Reads (or, in a scan, measures) one document; false when the document refused something or is too large.</summary>
    static abstract bool TryRead(ref BlockDocument document);
}
