using System.Globalization;
using System.Text;

namespace FuncLibs.Objects.Cbor;

/// <summary>Where in an object a reader or writer is. One object, one thread.</summary>
/// <param name="limits">What an object may be.</param>
internal sealed class CborContext(ObjectLimits limits)
{
    private readonly List<(string? Member, int Index)> _path = [];
    private int _depth;

    /// <summary>The place, for example <c>$.lines[2].price</c>.</summary>
    public string Path
    {
        get
        {
            StringBuilder text = new("$");
            foreach ((string? member, int index) in _path)
            {
                if (member is not null)
                    text.Append('.').Append(member);
                else
                    text.Append('[').Append(index.ToString(CultureInfo.InvariantCulture)).Append(']');
            }

            return text.ToString();
        }
    }

    /// <summary>Begins an object or a collection.</summary>
    /// <exception cref="ObjectLimitException">It is one level too many.</exception>
    public void Enter()
    {
        if (++_depth > limits.MaxDepth)
            throw new ObjectLimitException($"it has more than {limits.MaxDepth} levels");
    }

    /// <summary>Checks what was written so far.</summary>
    /// <exception cref="ObjectLimitException">It is more than the limit.</exception>
    public void CheckBytes(int written)
    {
        if (written > limits.MaxBytes)
            throw new ObjectLimitException($"it has more than {limits.MaxBytes} bytes");
    }

    /// <summary>Ends it.</summary>
    public void Leave() => _depth--;

    /// <summary>Goes to a member; after a fault it stays there, which says where that was.</summary>
    public void Push(string member) => _path.Add((member, 0));

    /// <summary>Goes to an element.</summary>
    public void Push(int index) => _path.Add((null, index));

    /// <summary>Goes back.</summary>
    public void Pop() => _path.RemoveAt(_path.Count - 1);
}
