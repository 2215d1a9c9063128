using System.Buffers;
using System.Numerics;
using System.Text;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire;

/// <summary>Changes one member of a message.</summary>
internal delegate void MemberSetter<TMessage, in TValue>(ref TMessage message, TValue value);

/// <summary>Writes an item of an array.</summary>
internal delegate void ItemWriter<in TItem>(ref MapWriter map, TItem item);

/// <summary>Reads an item of an array.</summary>
internal delegate bool ItemReader<TItem>(ref MapReader map, out TItem item);

/// <summary>
/// The members of a message, in the order of writing: the key, the type and the accessors of each. Members are read in
/// any order, unknown ones are skipped, omitted ones keep the initial value. Allocates only what the values need.
/// </summary>
/// <param name="name">Name of the map in a fault.</param>
/// <param name="initial">The message before its first member is read.</param>
/// <param name="prefix">Prefix of its member names in a fault: <c>streams[].</c> for a map in an array.</param>
internal sealed class MapSchema<TMessage>(string name, TMessage initial, string prefix = "")
{
    private readonly List<Member> _members = [];
    private readonly List<(string Name, Predicate<TMessage> IsMet, bool IsMissing)> _checks = [];
    private ulong _required;

    /// <summary>The message before its first member is read.</summary>
    public TMessage Initial => initial;

    /// <summary>Adds a member that is always written.</summary>
    /// <param name="key">Its key.</param>
    /// <param name="codec">Its type.</param>
    /// <param name="get">Its value.</param>
    /// <param name="set">Stores a value that was read.</param>
    /// <param name="isLegal">False for a value of the right type that is refused here; null when all are legal.</param>
    public MapSchema<TMessage> Add<TValue>(
        string key,
        MapCodec<TValue> codec,
        Func<TMessage, TValue> get,
        MemberSetter<TMessage, TValue> set,
        Predicate<TValue>? isLegal = null)
    {
        _members.Add(new ValueMember<TValue>(key, prefix, codec, get, set, isLegal));
        return this;
    }

    /// <summary>Adds a member that is written unless it is null.</summary>
    public MapSchema<TMessage> AddOptional<TValue>(
        string key,
        MapCodec<TValue> codec,
        Func<TMessage, TValue?> get,
        MemberSetter<TMessage, TValue> set,
        Predicate<TValue>? isLegal = null)
        where TValue : struct
    {
        Predicate<TMessage> isPresent = message => get(message).HasValue;
        _members.Add(
            new ValueMember<TValue>(
                key, prefix, codec, message => get(message)!.Value, set, isLegal)
            { IsPresent = isPresent });
        return this;
    }

    /// <summary>Adds a member with a constant text, which is ignored when read.</summary>
    public MapSchema<TMessage> AddConstant(string key, ReadOnlySpan<byte> utf8)
    {
        _members.Add(new ConstantMember(key, prefix, utf8.ToArray()));
        return this;
    }

    /// <summary>
    /// Adds an array of maps, up to <paramref name="max"/> items. Reading replaces the items of the list.
    /// </summary>
    public MapSchema<TMessage> AddList<TItem>(
        string key, Func<TMessage, List<TItem>> get, int max, MapSchema<TItem> items) =>
        AddList(key, get, max, items.Write, items.TryRead);

    /// <summary>
    /// Adds an array of any items, up to <paramref name="max"/> of them. Reading replaces the items of the list.
    /// </summary>
    public MapSchema<TMessage> AddList<TItem>(
        string key,
        Func<TMessage, List<TItem>> get,
        int max,
        ItemWriter<TItem> write,
        ItemReader<TItem> read,
        Predicate<List<TItem>>? isLegal = null)
    {
        _members.Add(new ListMember<TItem>(key, prefix, get, max, write, read, isLegal));
        return this;
    }

    /// <summary>Requires a member: reading fails without <paramref name="key"/>.</summary>
    public MapSchema<TMessage> Require(string key)
    {
        _required |= 1UL << _members.FindIndex(member => member.Name == prefix + key);
        return this;
    }

    /// <summary>
    /// Adds a check after the last member: if it is not met, <paramref name="member"/> counts as missing.
    /// </summary>
    public MapSchema<TMessage> Require(string member, Predicate<TMessage> isMet)
    {
        _checks.Add((prefix + member, isMet, true));
        return this;
    }

    /// <summary>Adds a check after the last member: if it is not met, <paramref name="what"/> is refused.</summary>
    public MapSchema<TMessage> Check(string what, Predicate<TMessage> isMet)
    {
        _checks.Add((what, isMet, false));
        return this;
    }

    /// <summary>Appends a message to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output, TMessage message)
    {
        var map = new MapWriter(output);
        Write(ref map, message);
        map.Flush();
    }

    /// <summary>Writes a message as a value of another one.</summary>
    public void Write(ref MapWriter map, TMessage message)
    {
        int pairs = 0;
        foreach (Member member in _members)
            pairs += member.IsPresent(message) ? 1 : 0;
        map.Map(pairs);
        foreach (Member member in _members)
        {
            if (member.IsPresent(message))
                member.Write(ref map, message);
        }
    }

    /// <summary>Reads a message that fills the whole payload.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="message">The message; after a failure, the part that was read.</param>
    /// <param name="fault">Why it could not be read; empty otherwise.</param>
    public bool TryRead(ReadOnlySpan<byte> payload, out TMessage message, out MapFault fault)
    {
        message = initial;
        return TryFill(payload, ref message, out fault);
    }

    /// <summary>
    /// As <see cref="TryRead(ReadOnlySpan{byte}, out TMessage, out MapFault)"/>, into a message that is reused.
    /// </summary>
    public bool TryFill(ReadOnlySpan<byte> payload, ref TMessage message, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryFill(ref map, ref message) && map.End(name);
        fault = map.Fault;
        return read;
    }

    /// <summary>Reads a message that is a value of another one.</summary>
    public bool TryRead(ref MapReader map, out TMessage message)
    {
        message = initial;
        return TryFill(ref map, ref message);
    }

    private bool TryFill(ref MapReader map, ref TMessage message)
    {
        if (!map.Map(name, out int pairs))
            return false;
        ulong missing = _required;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key(name, out ReadOnlySpan<byte> key))
                return false;
            int member = IndexOf(key);
            if (member < 0 ? !map.Skip(name) : !_members[member].TryRead(ref map, ref message))
                return false;
            if (member >= 0)
                missing &= ~(1UL << member);
        }

        return missing == 0
            ? MeetsChecks(ref map, message)
            : map.Require(_members[BitOperations.TrailingZeroCount(missing)].Name, present: false);
    }

    private bool MeetsChecks(ref MapReader map, TMessage message)
    {
        foreach ((string member, Predicate<TMessage> isMet, bool isMissing) in _checks)
        {
            if (!isMet(message))
                return isMissing ? map.Require(member, present: false) : map.Refuse(member);
        }

        return true;
    }

    private int IndexOf(ReadOnlySpan<byte> key)
    {
        for (int i = 0; i < _members.Count; i++)
        {
            if (key.SequenceEqual(_members[i].Key))
                return i;
        }

        return -1;
    }

    private abstract class Member(string key, string prefix)
    {
        private readonly byte[] _key = Encoding.UTF8.GetBytes(key);

        public ReadOnlySpan<byte> Key => _key;

        public Predicate<TMessage> IsPresent { get; init; } = _ => true;

        public string Name { get; } = prefix + key;

        public abstract void Write(ref MapWriter map, TMessage message);

        public abstract bool TryRead(ref MapReader map, ref TMessage message);
    }

    private sealed class ValueMember<TValue>(
        string key,
        string prefix,
        MapCodec<TValue> codec,
        Func<TMessage, TValue> get,
        MemberSetter<TMessage, TValue> set,
        Predicate<TValue>? isLegal) : Member(key, prefix)
    {
        public override void Write(ref MapWriter map, TMessage message) => codec.Write(ref map, Key, get(message));

        public override bool TryRead(ref MapReader map, ref TMessage message)
        {
            if (!codec.Read(ref map, Name, out TValue value))
                return false;
            if (isLegal?.Invoke(value) == false)
                return map.Refuse(Name);
            set(ref message, value);
            return true;
        }
    }

    private sealed class ConstantMember(string key, string prefix, byte[] utf8) : Member(key, prefix)
    {
        public override void Write(ref MapWriter map, TMessage message) => map.WriteText(Key, utf8);

        public override bool TryRead(ref MapReader map, ref TMessage message) => map.Skip(Name);
    }

    private sealed class ListMember<TItem>(
        string key,
        string prefix,
        Func<TMessage, List<TItem>> get,
        int max,
        ItemWriter<TItem> write,
        ItemReader<TItem> read,
        Predicate<List<TItem>>? isLegal) : Member(key, prefix)
    {
        public override void Write(ref MapWriter map, TMessage message)
        {
            List<TItem> items = get(message);
            map.Array(Key, items.Count);
            foreach (TItem item in items)
                write(ref map, item);
        }

        public override bool TryRead(ref MapReader map, ref TMessage message)
        {
            List<TItem> items = get(message);
            items.Clear();
            if (!map.Array(Name, max, out int count))
                return false;
            for (int i = 0; i < count; i++)
            {
                if (!read(ref map, out TItem item))
                    return false;
                items.Add(item);
            }

            return isLegal?.Invoke(items) != false || map.Refuse(Name);
        }
    }
}
