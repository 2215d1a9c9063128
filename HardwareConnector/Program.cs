using FuncLibs.Hosting.Running;
using HardwareConnector.Hosting;

return await HostProgram.RunAsync(args, ConnectorHost.Definition);
