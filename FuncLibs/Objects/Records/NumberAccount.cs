namespace FuncLibs.Objects.Records;

/// <summary>
/// Counts records by their numbers. A whole record says for certain which number is reached. A damaged one does not:
/// its header may be a copy from another place, so it waits for the next whole one.
/// </summary>
/// <param name="firstNumber">Number of the first record.</param>
internal sealed class NumberAccount(long firstNumber)
{
    private RecordAccount _account = new(0, 0, 0, 0, 0, firstNumber);

    // Damaged records since the last whole one, each with a higher number than the one before.
    private long _waiting;
    private long _highest = -1;

    /// <summary>The counts.</summary>
    public RecordAccount Account => _account;

    /// <summary>Whether a record of this number was due earlier.</summary>
    public bool IsPassed(long number) => number < _account.Next;

    /// <summary>A whole record was found: what is missing before it.</summary>
    public RecordOutcome Reach(long number)
    {
        long first = _account.Next;
        if (IsPassed(number))
            return Gap(first, first, -1);

        // Of those with numbers from this one on, only the last is certain to be one.
        long placed = _highest < number ? _waiting : _highest == number ? _waiting - 1 : 0;
        long missing = number - first - placed;
        _account = _account with
        {
            Damaged = _account.Damaged + placed,
            OutOfOrder = _account.OutOfOrder + _waiting - placed,
            Missing = _account.Missing + missing,
            Next = number,
        };
        (_waiting, _highest) = (0, -1);
        return Gap(first, Math.Max(first, number - 1), missing);
    }

    /// <summary>The stream has ended: what is missing before the last damaged record.</summary>
    public RecordOutcome Close() => Reach(Math.Max(_account.Next, _highest + 1));

    /// <summary>Bytes that are no record, of which it is not known what they were.</summary>
    public RecordOutcome Unknown(long offset, long length)
    {
        Skip(length);
        return Gap(_account.Next, _account.Next, -1) with { Offset = offset, Length = length };
    }

    /// <summary>Counts bytes that are no record.</summary>
    public void Skip(long length) =>
        _account = _account with { SkippedBytes = _account.SkippedBytes + length };

    /// <summary>Counts a record.</summary>
    /// <param name="status">What came of it; before one that is whole, its number was reached.</param>
    /// <param name="number">Its number.</param>
    /// <param name="length">Its bytes.</param>
    public void Count(RecordStatus status, long number, long length)
    {
        switch (status)
        {
            case RecordStatus.Ok:
                _account = _account with { Good = _account.Good + 1, Next = number + 1 };
                return;
            case RecordStatus.Unreadable:
                _account = _account with { Damaged = _account.Damaged + 1, Next = number + 1 };
                break;
            case RecordStatus.OutOfOrder:
                _account = _account with { OutOfOrder = _account.OutOfOrder + 1 };
                break;
            case var _ when IsPassed(number) || number <= _highest:
                _account = _account with { OutOfOrder = _account.OutOfOrder + 1 };
                break;
            default:
                _waiting++;
                _highest = number;
                break;
        }

        Skip(length);
    }

    private static RecordOutcome Gap(long first, long last, long missing) =>
        new(RecordStatus.Gap, first, last, missing, 0, 0);
}
