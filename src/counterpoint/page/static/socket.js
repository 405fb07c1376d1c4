// The connection: commands go out, messages come in; when it is lost it is made again.

const AGAIN = 500; // ms between two tries

let socket = null;
let timer = 0;

/** Connect, and call back with each message, and whenever the connection comes or goes. */
export function connect(onMessage, onChange) {
  clearTimeout(timer);
  const link = location.hash.slice(1);
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => {
    socket.send(JSON.stringify({ do: 'hello', tab: sessionStorage.getItem('tab') ?? '', link }));
    onChange(true);
  };
  socket.onmessage = (event) => onMessage(JSON.parse(event.data));
  socket.onclose = () => {
    onChange(false);
    timer = setTimeout(() => connect(onMessage, onChange), AGAIN);
  };
}

/** Send a command; without a connection nothing is sent, and nothing is lost. */
export function send(what, more = {}) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: what, ...more }));
}
