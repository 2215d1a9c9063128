namespace FuncLibs.Objects;

/// <summary>Objects that refer to each other, and input that is read into objects which are there already.</summary>
public interface IGraphSerializer : IObjectSerializer
{
    /// <summary>
    /// Reads into an object: it has the members of the input afterwards, and keeps its identity, as do most objects and
    /// collections within it; docs/object-graphs.md says which are made new. Nothing is allocated when no text differs
    /// and no collection grows.
    /// </summary>
    /// <param name="input">The bytes of one object, and nothing else.</param>
    /// <param name="target">The object; after an outcome that is not ok a part of it may have been read.</param>
    /// <param name="lists">How lists of elements with a member marked
    /// <see cref="System.ComponentModel.DataAnnotations.KeyAttribute"/>, and dictionaries, are merged; null = each has
    /// the elements of the input afterwards.</param>
    ObjectOutcome Populate<T>(ReadOnlyMemory<byte> input, T target, ListMerge? lists = null)
        where T : class;
}
